import type { TestServer } from './server.ts'

/** A passenger by full name. */
export const createTraveler = async (
  { deps: { db, clock } }: TestServer,
  name: string,
  needs: { handicapped?: boolean; medically_exempt?: boolean; mobility_aids?: number[] } = {},
): Promise<number> => {
  const [first_name = name, ...rest] = name.split(' ')
  const handle = name.toLowerCase().replaceAll(' ', '.')
  const { id } = await db
    .insertInto('travelers')
    .values({
      first_name,
      last_name: rest.join(' ') || 'Moreau',
      username: handle,
      email: `${handle}@example.org`,
      phone_number: null,
      password_hash: null,
      status: 'active',
      ...needs,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
