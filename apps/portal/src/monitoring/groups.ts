import type { Trip } from '@ambit/contract'

export type Group = { zoneId: number; name: string; trips: Trip[] }

/** Zones by name; in each those out of service first, then the latest trips, those not begun last. */
export const groupByZone = (trips: readonly Trip[]): Group[] =>
  [...Map.groupBy(trips, (trip) => trip.zone_id)]
    .map(([zoneId, inside]) => ({
      zoneId,
      name: inside[0]?.zone_name ?? '',
      trips: inside.toSorted((a, b) => rank(b) - rank(a) || a.id - b.id),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

const rank = (trip: Trip): number => {
  if (trip.taken_out_at !== null) return Infinity
  return trip.late_status === 'staged' ? -Infinity : trip.late_by_s
}

export type Row = { kind: 'zone'; key: string; group: Group; open: boolean } | { kind: 'trip'; key: string; trip: Trip }

/** What the list draws, one below the other; closed zones keep their trips to themselves. */
export const rowsOf = (groups: readonly Group[], closed: ReadonlySet<number>): Row[] =>
  groups.flatMap((group) => {
    const open = !closed.has(group.zoneId)
    const head: Row = { kind: 'zone', key: `zone-${group.zoneId}`, group, open }
    return open ? [head, ...group.trips.map((trip): Row => ({ kind: 'trip', key: `trip-${trip.id}`, trip }))] : [head]
  })

const isLate = ({ late_status }: Trip): boolean => late_status === 'slightly-late' || late_status === 'very-late'

/** The late trip after this one, the latest first, and from the last the first again; null where none is late. */
export const nextLate = (trips: readonly Trip[], after: number | null): Trip | null => {
  const late = trips.filter(isLate).toSorted((a, b) => b.late_by_s - a.late_by_s || a.id - b.id)
  return late[(late.findIndex(({ id }) => id === after) + 1) % Math.max(1, late.length)] ?? null
}

/** The group a number of steps after the one in focus, round and round. */
export const zoneAfter = (groups: readonly Group[], zoneId: number | null, steps: 1 | -1): Group | null => {
  const at = groups.findIndex((group) => group.zoneId === zoneId)
  if (at < 0) return groups.at(steps === 1 ? 0 : -1) ?? null
  return groups[(at + steps + groups.length) % groups.length] ?? null
}
