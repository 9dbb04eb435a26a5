/** The tabs with this zone's among them. The same list when nothing changes. */
export const withZone = (open: readonly number[], zoneId: number): readonly number[] =>
  open.includes(zoneId) ? open : [...open, zoneId]

export const withoutZone = (open: readonly number[], zoneId: number): readonly number[] =>
  open.includes(zoneId) ? open.filter((id) => id !== zoneId) : open
