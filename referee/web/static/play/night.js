// What this page knows of the night: what stays, and the newest moment. Parts read it, main writes it.

export const night = {
  about: null,
  state: null,
  paired: false,
  owner: false,
  call: null,
  players: new Map(),
};

export const playerName = (id) => {
  const player = night.players.get(id);
  return player ? `${night.about.names[player.team]} ${player.number}` : id;
};

export const teamName = (team) => night.about?.names[team] ?? team;
export const other = (team) => (team === "home" ? "away" : "home");
