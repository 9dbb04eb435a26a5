import { seededRandom } from '@ambit/random'

/** Smooth noise from -1 to 1 over the plane; `size` is the width of a bump in metres. */
export const smoothNoise = (seed: number, purpose: string, size: number): ((x: number, y: number) => number) => {
  const random = seededRandom(seed, purpose)
  const table = Array.from({ length: 4096 }, () => random.between(-1, 1))
  const at = (i: number, j: number): number => table[(Math.imul(i, 73856093) ^ Math.imul(j, 19349663)) & 4095]
  const ease = (t: number): number => t * t * (3 - 2 * t)
  return (x, y) => {
    const [u, v] = [x / size, y / size]
    const [i, j] = [Math.floor(u), Math.floor(v)]
    const [s, t] = [ease(u - i), ease(v - j)]
    const low = at(i, j) + (at(i + 1, j) - at(i, j)) * s
    const high = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * s
    return low + (high - low) * t
  }
}
