import { api, type PermissionKey, type SignedInUser } from '@ambit/contract'
import { calls } from './calls.ts'
import type { Page } from './start-portal.ts'

/** Opens the portal at an address as a superadmin to whom the server grants every key, or every key but this one. */
export const openWithout = async (portal: Page, key: PermissionKey | null, path: string): Promise<void> => {
  const release = calls.answer(api.sessions.current, async (ask) => {
    const { data } = (await (await ask()).json()) as { data: SignedInUser }
    const permissions = key === null ? data.permissions : { ...data.permissions, [key]: false }
    return Response.json({ data: { ...data, permissions } })
  })
  await portal.open('superadmin', path)
  release()
}
