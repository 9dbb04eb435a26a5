import { readFileSync } from 'node:fs'
import { readSealLog } from '../audit/check.ts'
import { parseSealLog } from '../audit/seal-log.ts'
import { verifySeals } from '../audit/verify.ts'
import type { Config } from '../config.ts'
import { requireCurrentSchema } from '../database/migrate.ts'
import { openExisting } from '../database/open.ts'

type Options = { from?: string | undefined; seals?: string | undefined }

/** `ambit audit verify`: 0 when all is as it was sealed, 1 with the first thing that is not. */
export const runAuditVerify = async (config: Config, { from, seals }: Options): Promise<number> => {
  if (from !== undefined && Number.isNaN(Date.parse(from)))
    throw new Error(`--from must be a date such as 2026-11-23, not "${from}".`)
  const logged = seals === undefined ? readSealLog(config.dataFolder) : parseSealLog(readFileSync(seals, 'utf8'))
  const database = await openExisting(config)
  try {
    await requireCurrentSchema(database.db)
    const found = await verifySeals(database.db, { logged, ...(from === undefined ? {} : { from: new Date(from) }) })
    process.stdout.write(
      `${found.problem ?? 'Intact.'}\n${found.seals} seals with ${found.events} events hold, ${logged.length} days of the log were compared.\n`,
    )
    return found.problem === null ? 0 : 1
  } finally {
    await database.close()
  }
}
