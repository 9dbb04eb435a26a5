import { writeFile } from 'node:fs/promises'
import { quantile } from '../figures/figures.ts'

export type Measured = {
  measure: string
  p50: number
  p95: number
  /** processor time of the whole process, client and database included: which other load on the machine does not change */
  processor_p95: number
  target: number | null
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Each of the calls `rounds` times, in turn; the first round only warms up. */
export const measured = async (
  measure: string,
  calls: readonly (() => Promise<unknown>)[],
  rounds: number,
  target: number | null = 50,
): Promise<Measured> => {
  const times: number[] = []
  const processor: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const call of calls) {
      const before = processorMs()
      const from = performance.now()
      await call()
      if (round === 0) continue
      times.push(performance.now() - from)
      processor.push(processorMs() - before)
    }
  }
  return {
    measure,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    processor_p95: quantile(processor, 0.95),
    target,
  }
}

export const tell = async (rows: readonly Measured[], json: string | undefined): Promise<void> => {
  const width = Math.max(...rows.map(({ measure }) => measure.length))
  for (const { measure, p50, p95, processor_p95, target } of rows) {
    const verdict = target === null ? '' : `   target p95 ${target} ms: ${p95 <= target ? 'met' : 'MISSED'}`
    const figure = (value: number) => value.toFixed(1).padStart(7)
    process.stdout.write(
      `${measure.padEnd(width)}  p50${figure(p50)} ms  p95${figure(p95)} ms  processor p95${figure(processor_p95)} ms${verdict}\n`,
    )
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify(rows, null, 2)}\n`)
}
