import { createUser } from '../access/accounts.ts'
import { hashPassword } from '../access/passwords.ts'
import { DEMO_MAIL_DOMAIN, DEMO_MARK, DEMO_MORNING, DEMO_PASSWORD, demoUsers } from '../settings/demo.ts'
import type { TestServer } from './server.ts'

export const morning = { opens_at: '2026-11-23T08:35:00+10:00', time_zone: 'Australia/Brisbane' }

let passwordHash: Promise<string> | null = null

/** Gives a server without users the demo's own accounts, and its clock a speed, as `npm start` makes them. */
export const becomeLocalDemo = async ({ deps }: TestServer): Promise<void> => {
  const { clock, db } = deps
  Object.assign(clock, { setSpeed: (speed: number) => void Object.assign(clock, { speed }) })
  const marks = { [DEMO_MARK]: true, [DEMO_MORNING]: morning }
  await db
    .insertInto('settings')
    .values(Object.entries(marks).map(([key, value]) => ({ key, value: JSON.stringify(value) })))
    .execute()
  const password_hash = await (passwordHash ??= hashPassword(DEMO_PASSWORD))
  for (const user of demoUsers)
    await createUser(db, { ...user, email: `${user.username}@${DEMO_MAIL_DOMAIN}`, password_hash }, clock.now())
}
