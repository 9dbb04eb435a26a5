import type { ChildProcess } from 'node:child_process'
import { type Growth, growthOf, morningLine } from './growth-lines.ts'
import { createReader, type Reading } from './read-growth.ts'

/** One reading for each morning, which is told at once on standard error as a run takes hours, and what they come to. */
export const watchGrowth = (
  child: ChildProcess,
  databaseUrl: string,
  fleet: { vehicles: number; requests: number },
): { onMorning: () => Promise<void>; growth: () => Growth } => {
  const readings: Reading[] = []
  const read = createReader(child, databaseUrl)
  return {
    onMorning: async () => {
      const reading = await read()
      readings.push(reading)
      console.error(morningLine(readings.length, reading))
    },
    growth: () => growthOf(readings, fleet),
  }
}
