import { api, type Client, createClient } from '@ambit/contract'
import { sql } from 'kysely'
import { issueToken } from '../sessions/tokens.ts'
import { byId, type Change, change, created, edited, fresh, traveler, type World } from './changes.ts'
import { createTestUser, type TestServer } from './server.ts'

const FIRST_DAY = '2026-11-01'

export const organisationIn = async (server: TestServer, region_id: number, name: string): Promise<number> =>
  (await server.client('superadmin').call(api.organisations.create, { body: { region_id, name } })).data.id

/** The next organisation has a higher number than that one. */
export const organisationsAfter = ({ deps }: TestServer, last: number): Promise<unknown> =>
  sql`select setval(pg_get_serial_sequence('organisations', 'id'), ${last + 1})`.execute(deps.db)

/** A consent that is in force from the first of November 2026 on. */
export const consentOf = async (server: TestServer, organisation_id: number, traveler_id: number): Promise<number> => {
  const body = { organisation_id, traveler_id, consented_by: 'The passenger', consented_on: FIRST_DAY }
  return (await server.client('superadmin').call(api.organisationTravelers.create, { body })).data.id
}

/** An organisation of that name, and a consent of the passenger to it. */
export const organisationRows = async (server: TestServer, region: number, passenger: number, name: string) => {
  const organisation = await organisationIn(server, region, name)
  return { organisation, consent: await consentOf(server, organisation, passenger) }
}

export const signedInAs = async ({ deps, url }: TestServer, id: number): Promise<Client> => {
  const { token } = await issueToken(deps, { kind: 'user', id }, { method: 'password', factors: [], portal: false })
  return createClient({ origin: url, token: () => token })
}

/** A user with the role that ships who represents the organisation. */
export const representativeOf = async (
  server: TestServer,
  organisation_id: number,
  name: string,
): Promise<{ id: number; client: Client }> => {
  const id = await createTestUser(server.deps, 'representative', name)
  await server.deps.db.updateTable('users').set({ organisation_id }).where('id', '=', id).execute()
  return { id, client: await signedInAs(server, id) }
}

const organisation = ({ server, town }: World) => organisationIn(server, town.region_id, fresh('Home '))
const consent = async (w: World) => consentOf(w.server, await organisation(w), await traveler(w))

/** Every change of organisations and of consents to them. */
export const organisationChanges: readonly Change[] = [
  change(
    api.organisations.create,
    created(({ town: { region_id } }) => ({ region_id, name: fresh('Home ') })),
  ),
  change(
    api.organisations.update,
    edited(organisation, () => ({ contacts: [{ name: 'Ada Hill', phone_number: '+61 7 5550 0100' }] })),
  ),
  change(api.organisations.destroy, byId(organisation)),
  change(
    api.organisationTravelers.create,
    created(async (w) => ({
      organisation_id: await organisation(w),
      traveler_id: await traveler(w),
      consented_by: 'Her daughter',
      consented_on: FIRST_DAY,
    })),
  ),
  change(
    api.organisationTravelers.update,
    edited(consent, () => ({ until_on: '2027-01-31' })),
  ),
  change(api.organisationTravelers.end, byId(consent)),
]
