import type { FileRow } from '../imports/read-rows.ts'

const groupOf = (row: FileRow): string => {
  const [, name = ''] = Object.entries(row).find(([column]) => column.trim().toLowerCase() === 'group') ?? []
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The places of rows for each call, so that the rows of a group are sent in one wherever they stand in the file. */
export const groupsTogether = (rows: readonly FileRow[], perCall: number): number[][] => {
  const groups = new Map<string, number[]>()
  for (const [place, row] of rows.entries()) {
    const name = groupOf(row)
    const key = name === '' ? `alone ${place}` : `group ${name}`
    groups.set(key, [...(groups.get(key) ?? []), place])
  }
  const parts: number[][] = []
  for (const places of groups.values()) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + places.length <= perCall) last.push(...places)
    // No group has so many: the server says so of each part.
    else for (let from = 0; from < places.length; from += perCall) parts.push(places.slice(from, from + perCall))
  }
  return parts
}
