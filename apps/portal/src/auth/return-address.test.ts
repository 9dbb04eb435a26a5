import { expect, test } from 'vitest'
import {
  fromHashLink,
  isRemembered,
  readReturnAddress,
  rememberReturnAddress,
  resetReturnAddress,
} from './return-address.ts'

const address = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  return { pathname, search, hash }
}

const storage = (kept: string | null = null) => {
  let value = kept
  return {
    getItem: () => value,
    setItem: (_: string, next: string) => {
      value = next
    },
  }
}

// covers: AUTH-07, AUTH-08
test('signing in returns to the requested page with its path, query and hash', () => {
  const kept = storage()
  rememberReturnAddress(kept, address('/TripManagement?d=TripDialog-view-7-TripDetails#stops'))
  expect(readReturnAddress(kept)).toBe('/TripManagement?d=TripDialog-view-7-TripDetails#stops')
})

// covers: AUTH-10..14
test.each(['/Login', '/login/x', '/Admin/Users', '/x/admin', '/Traveller/42', '/x?code=1', '/x?STATE=a', '/code'])(
  '%s is not used as a return address',
  (path) => expect(isRemembered(address(path))).toBe(false),
)

test.each([
  '/TravellerManagement?search=Statewood',
  '/TravellerManagement?d=TravelerDialog-view-3-Profile',
  '/DriverManagement?search=code',
  '/Administration',
  '/ZoneManagement/zones/3/designer',
])('%s is a return address although it resembles a sign-in page', (path) =>
  expect(isRemembered(address(path))).toBe(true),
)

// covers: AUTH-28, AUTH-29, AUTH-30, AUTH-55
test('an old address loses its hash sign and /login, and an empty one becomes the start page', () => {
  expect(readReturnAddress(storage('/#/TripManagement?page=2'))).toBe('/TripManagement?page=2')
  expect(readReturnAddress(storage('#/DriverManagement'))).toBe('/DriverManagement')
  expect(readReturnAddress(storage('/login'))).toBe('/')
  expect(readReturnAddress(storage('/login/DriverManagement'))).toBe('/DriverManagement')
  expect(readReturnAddress(storage(null))).toBe('/')
  const kept = storage('/DriverManagement')
  resetReturnAddress(kept)
  expect(readReturnAddress(kept)).toBe('/')
})

test.each(['//evil.example/x', '/\\evil.example', '#//evil.example', '/#//evil.example', '/login//evil.example'])(
  'the return address %s stays on the same host',
  (kept) => expect(readReturnAddress(storage(kept))).toBe('/'),
)

test('an old hash link is rewritten, and an ordinary hash is kept', () => {
  expect(fromHashLink({ hash: '#/TripManagement?d=x' })).toBe('/TripManagement?d=x')
  expect(fromHashLink({ hash: '#stops' })).toBeNull()
  expect(fromHashLink({ hash: '#//evil.example' })).toBeNull()
})
