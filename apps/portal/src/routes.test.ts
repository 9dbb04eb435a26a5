import { permissionKeys } from '@ambit/contract'
import { expect, test, vi } from 'vitest'

/** As much of a browser as the routes ask for when they are made. */
const address = { protocol: 'https:', pathname: '/', search: '', hash: '' }
const idle = () => {}
const history = { state: null, pushState: idle, replaceState: idle }
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('location', address)
const browser = { location: address, history, addEventListener: idle, removeEventListener: idle }
vi.stubGlobal('window', browser)
vi.stubGlobal('self', browser)

// covers: SHELL-09, SHELL-10
test('the portal is for staff: behind the sign-in each page asks for a key of theirs, before it there is signing in alone', async () => {
  const { router } = await import('./routes.tsx')
  const routes = Object.values(router.routesById)
  const behind = routes.filter(({ id }) => id.startsWith('/shell/'))
  // Home leads on to a page that one may open, and `$` says that there is none.
  const keys: readonly (string | null | undefined)[] = permissionKeys
  const unasked = behind.filter(({ options }) => !keys.includes(options.staticData?.page?.permission))
  expect(unasked.map(({ id }) => id)).toEqual(['/shell/', '/shell/$'])
  const before = routes.filter(({ id }) => id !== '__root__' && !id.startsWith('/shell'))
  expect(before.map(({ id }) => id)).toEqual([
    '/Login',
    '/Setup',
    '/Admin/ForgotPassword',
    '/Traveller/ForgotPassword',
    '/Admin/ResetPassword/{-$token}',
    '/Traveller/ResetPassword/{-$token}',
  ])
})
