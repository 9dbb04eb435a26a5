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
test('Dana wanted to see a trip: path, query and hash come back', () => {
  const kept = storage()
  rememberReturnAddress(kept, address('/TripManagement?d=TripDialog-view-7-TripDetails#stops'))
  expect(readReturnAddress(kept)).toBe('/TripManagement?d=TripDialog-view-7-TripDetails#stops')
})

// covers: AUTH-10..14
test.each(['/Login', '/login/x', '/Admin/Users', '/x/admin', '/Traveller/42', '/x?code=1', '/x?STATE=a', '/code'])(
  '%s is no place to come back to',
  (path) => expect(isRemembered(address(path))).toBe(false),
)

test.each([
  '/TravellerManagement?search=Statewood',
  '/TravellerManagement?d=TravelerDialog-view-3-Profile',
  '/DriverManagement?search=code',
  '/Administration',
  '/ZoneManagement/zones/3/designer',
])('%s merely resembles one', (path) => expect(isRemembered(address(path))).toBe(true))

// covers: AUTH-28, AUTH-29, AUTH-30, AUTH-55
test('old addresses lose their hash sign and /login; without one the start page comes', () => {
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
  '%s does not lead to another host',
  (kept) => expect(readReturnAddress(storage(kept))).toBe('/'),
)

test('a hash link is rewritten, an ordinary hash is not', () => {
  expect(fromHashLink({ hash: '#/TripManagement?d=x' })).toBe('/TripManagement?d=x')
  expect(fromHashLink({ hash: '#stops' })).toBeNull()
  expect(fromHashLink({ hash: '#//evil.example' })).toBeNull()
})
