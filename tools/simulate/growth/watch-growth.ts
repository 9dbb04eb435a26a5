import type { ChildProcess } from 'node:child_process'
import { type Growth, growthOf } from './growth-lines.ts'
import { createReader, type Reading } from './read-growth.ts'

/** One reading for each morning, and what they come to. */
export const watchGrowth = (
  child: ChildProcess,
  databaseUrl: string,
  fleet: { vehicles: number; requests: number },
): { onMorning: () => Promise<void>; growth: () => Growth } => {
  const readings: Reading[] = []
  const read = createReader(child, databaseUrl)
  return { onMorning: async () => void readings.push(await read()), growth: () => growthOf(readings, fleet) }
}
