import { configFrom } from '../../apps/server/src/boot/environment.ts'
import { openExisting } from '../../apps/server/src/database/open.ts'
import { type ExceptionRates, readRates } from '../../apps/server/src/exceptions/rates.ts'

/** Reads them from the database of a server that has ended. */
export const readExceptionRates = async (
  { folder, databaseUrl = '' }: { folder: string; databaseUrl: string | undefined },
  span: { from: Date; to: Date },
): Promise<ExceptionRates> => {
  const database = await openExisting(configFrom({ ...process.env, DATABASE_URL: databaseUrl, AMBIT_DATA: folder }))
  try {
    return await readRates(database.db, span)
  } finally {
    await database.close()
  }
}
