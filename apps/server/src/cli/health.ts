import { configFrom } from '../boot/environment.ts'
import { openDatabase } from '../database/open.ts'
import { healthReport } from '../health/report.ts'

/** `ambit health`: 0 when everything holds, 1 with a line for each thing that does not. */
export const runHealth = async (data: string, databaseUrl: string | null): Promise<number> => {
  const config = { ...configFrom(process.env), dataFolder: data, databaseUrl }
  const database = await openDatabase(config, () => {})
  try {
    const { healthy, lines } = await healthReport(database)
    process.stdout.write(`${lines.join('\n')}\n`)
    return healthy ? 0 : 1
  } finally {
    await database.close()
  }
}
