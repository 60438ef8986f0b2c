"""What a webcam does to light: shutter, lens blur, exposure, sharpening, noise, JPEG.

In: linear light (3, rows, columns). Out: 8 bit pictures, blue first. Begin with `developer`.
Adding an effect: a setting of `referee.sim.look.SensorLook` and a step of `Developer.picture`.
"""
