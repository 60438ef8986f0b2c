"""From about where a base is to where its outline truly lies, with an error bar."""
