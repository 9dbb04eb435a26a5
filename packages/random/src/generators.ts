/** Numbers 0 ≤ x < 1, evenly distributed; the same start gives the same sequence on every machine. */
export type Generator = () => number

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state. Fast, and good enough for anything but secrets. */
export const mulberry32 = (start: number): Generator => {
  let state = start | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Four well mixed words from a text (cyrb128, Bryc, public domain). */
const cyrb128 = (text: string): [number, number, number, number] => {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  return [(a ^ b ^ c ^ d) >>> 0, (b ^ a) >>> 0, (c ^ a) >>> 0, (d ^ a) >>> 0]
}

/** sfc32 (Chris Doty-Humphrey, PractRand, public domain): 128 bits of state, so that streams by name do not overlap. */
export const sfc32 = (name: string): Generator => {
  let [a, b, c, d] = cyrb128(name)
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warm = 0; warm < 12; warm++) next()
  return next
}
