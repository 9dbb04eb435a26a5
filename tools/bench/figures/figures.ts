import { writeFile } from 'node:fs/promises'

/** One measured value; `target` is the most that it should be, in the same unit. */
export type Figure = { measure: string; value: number; unit: string; target: number | null }

/** A figure in milliseconds. */
export const ms = (measure: string, value: number, target: number | null = null): Figure => ({
  measure,
  value,
  unit: 'ms',
  target,
})

/** The value below which this share (0 to 1) of the values lie; 0 without values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const shown = (value: number, unit: string): string => value.toFixed(unit === '' ? 0 : value < 10 ? 3 : 1).padStart(10)

/** Prints the figures, one a line, and writes them to a JSON file when one is named. */
export const report = async (figures: readonly Figure[], json: string | undefined): Promise<void> => {
  const width = Math.max(...figures.map(({ measure }) => measure.length))
  for (const { measure, value, unit, target } of figures) {
    const verdict = target === null ? '' : `   target ${target} ${unit}: ${value <= target ? 'met' : 'MISSED'}`
    process.stdout.write(`${measure.padEnd(width)}  ${shown(value, unit)} ${unit.padEnd(6)}${verdict}\n`)
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`)
}
