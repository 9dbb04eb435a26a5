import { expect, test } from 'vitest'
import { decodeToken, tokenCookie } from './token.ts'

const tokenWith = (payload: object): string =>
  `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`

// covers: AUTH-33, AUTH-35, AUTH-54
test('the cookie keeps the token until the token expires, and can be cleared', () => {
  const jar = { cookie: '' }
  const cookie = tokenCookie(jar, () => true)
  const token = tokenWith({ exp: 1_800_000_000, roles: ['dispatcher'] })
  cookie.write(token)
  expect(jar.cookie).toContain('expires=Fri, 15 Jan 2027 08:00:00 GMT')
  expect(jar.cookie).toContain('samesite=strict; secure')
  expect(tokenCookie({ cookie: `other=1; ${jar.cookie.split(';')[0]}` }, () => true).read()).toBe(token)
  cookie.clear()
  expect(jar.cookie).toContain('expires=Thu, 01 Jan 1970')
  expect(tokenCookie({ cookie: 'other=1' }, () => true).read()).toBeNull()
})

// covers: AUTH-34, AUTH-36, PERM-06, PERM-07
test('the token’s payload becomes the user, and a token without roles is that of an old superadmin', () => {
  expect(decodeToken(tokenWith({ exp: 5, roles: ['analyst'], fullName: 'Zoë' }))).toMatchObject({
    roles: ['analyst'],
    fullName: 'Zoë',
  })
  expect(decodeToken(tokenWith({ exp: 5 }))?.roles).toEqual(['superadmin'])
})

test.each(['', 'no dots', 'a.%%%.c', `a.${Buffer.from('[]').toString('base64url')}.c`, tokenWith({ roles: [] })])(
  '%s is not accepted as a token',
  (text) => expect(decodeToken(text)).toBeNull(),
)
