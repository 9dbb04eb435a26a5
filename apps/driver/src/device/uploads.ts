import type { Core } from './core.ts'
import type { KeptUpload } from './database.ts'
import { sendPositions } from './positions.ts'
import { sendPhotos } from './photos.ts'
import { sendAll } from './sending.ts'

/** Sends what drivers left behind who have signed out on this device, or whose session has ended. */
export const sendRest = async (core: Core): Promise<void> => {
  for (const kept of await core.db.getAll('uploads')) {
    const { session } = core
    const sentAnyway = session !== null && session.token !== null && session.driver.id === kept.driver_id
    if (!sentAnyway) await sendOf(core, kept)
  }
}

const sendOf = async (core: Core, { trip_id, driver_id, token }: KeptUpload): Promise<void> => {
  const { db, time, uploads, exclusively } = core
  const owns = (one: { trip_id: number; driver_id: number }): boolean =>
    one.trip_id === trip_id && one.driver_id === driver_id
  const left = async (): Promise<boolean> =>
    [...(await db.getAll('photos')), ...(await db.getAll('actions')), ...(await db.getAll('positions'))].some(owns)
  if (!(await left())) return
  uploads.use(token)
  await sendPhotos(core, uploads, owns)
  // After the end of a trip the server takes no positions.
  await sendPositions(core, uploads, owns)
  await sendAll({ db, time, calls: uploads, owns, exclusively, stored: async () => void (core.answers += 1) })
}
