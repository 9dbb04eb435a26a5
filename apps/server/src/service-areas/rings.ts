export type RingList = [number, number][][]

/** Every ring ends where it starts. */
export const closeRings = (rings: RingList): RingList =>
  rings.map((ring) => {
    const [first] = ring
    const last = ring.at(-1)
    if (first === undefined || last === undefined) return ring
    return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, [first[0], first[1]]]
  })
