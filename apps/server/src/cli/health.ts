import type { Config } from '../config.ts'
import { openExisting } from '../database/open.ts'
import { healthReport } from '../health/report.ts'

/** `ambit health`: 0 when everything holds, 1 with a line for each thing that does not. */
export const runHealth = async (config: Config): Promise<number> => {
  const database = await openExisting(config)
  try {
    const { healthy, lines } = await healthReport(database)
    process.stdout.write(`${lines.join('\n')}\n`)
    return healthy ? 0 : 1
  } finally {
    await database.close()
  }
}
