import { configFrom } from '../../apps/server/src/boot/environment.ts'
import { openExisting } from '../../apps/server/src/database/open.ts'
import { type ExceptionRates, readRates } from '../../apps/server/src/exceptions/rates.ts'

/** Reads them from the database of a server that has ended. */
export const readExceptionRates = async (folder: string, span: { from: Date; to: Date }): Promise<ExceptionRates> => {
  const database = await openExisting(configFrom({ ...process.env, DATABASE_URL: '', AMBIT_DATA: folder }))
  try {
    return await readRates(database.db, span)
  } finally {
    await database.close()
  }
}
