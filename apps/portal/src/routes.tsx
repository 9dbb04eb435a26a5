import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { mayUse } from './auth/may-use.ts'
import { rememberReturnAddress } from './auth/return-address.ts'
import { session } from './auth/session.ts'
import { ShellPending } from './sign-in/SignInProgress.tsx'
import { modules } from './modules.ts'
import { notifyRefused } from './auth/notify-refused.ts'
import { settingsQuery } from './settings/settings.ts'
import type { PortalPage } from './navigation/define-module.ts'
import { RouteError } from './shell/RouteError.tsx'
import { lazyPage } from './ui/lazy-page.tsx'
import { readStoredRegion } from './url/scope.ts'
import type { PagePath } from './url/paths.ts'
import { parseSearch, type PlainSearch, stringifySearch } from './url/plain-search.ts'

declare module '@tanstack/react-router' {
  // The router offers its static data to declaration merging, which only an interface can do.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface StaticDataRouteOption {
    /** the route's name */
    title?: string
    page?: PortalPage
    /** the module whose page it is */
    module?: string
  }
}

const root = createRootRoute({ validateSearch: (search): PlainSearch => search as PlainSearch }) // parseSearch yields only text

const publicRoute = (path: PagePath, title: string, load: Parameters<typeof lazyRouteComponent>[0]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title },
    component: lazyRouteComponent(load),
    errorComponent: RouteError,
  })

const login = publicRoute('/Login', 'Login', () => import('./sign-in/LoginPage.tsx'))
const setup = publicRoute('/Setup', 'First administrator', () => import('./sign-in/FirstAdministratorPage.tsx'))
const forgot = (['Admin', 'Traveller'] as const).map((kind) =>
  publicRoute(`/${kind}/ForgotPassword`, 'Forgot password', () => import('./sign-in/ForgotPasswordPage.tsx')),
)
const notMe = publicRoute('/Admin/NotMe/{-$token}', 'This was not me', () => import('./sign-in/NotMePage.tsx'))
const reset = (['Admin', 'Traveller'] as const).map((kind) =>
  publicRoute(`/${kind}/ResetPassword/{-$token}`, 'Reset password', () => import('./sign-in/ResetPasswordPage.tsx')),
)

/** All that opens while a second factor is overdue. */
const SECURITY = '/Profile/Security'

/** Everything behind the sign-in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
  pendingComponent: ShellPending,
  pendingMs: 150,
  errorComponent: RouteError,
  beforeLoad: async ({ location, search, matches }) => {
    // A user with a token most likely stays: what is needed then is asked for at once, not one after the other.
    if (session.state().status === 'token_found') {
      const routes: Record<string, AnyRoute> = router.routesById
      const code = matches.map(({ routeId }) => routes[routeId]?.options.component?.preload?.())
      void Promise.allSettled([session.check(), ...code]) // what fails is reported where it is awaited
    }
    const settings = await queryClient.ensureQueryData(settingsQuery)
    if (settings.setup_needed) throw redirect({ to: '/Setup' })
    if ((await session.check()) !== 'accepted') {
      const hash = location.hash === '' ? '' : `#${location.hash}`
      rememberReturnAddress(localStorage, { pathname: location.pathname, search: location.searchStr, hash })
      throw redirect({ to: '/Login', replace: true })
    }
    const state = session.state()
    const overdue = state.status === 'logged_in' && state.user.second_factor?.overdue === true
    if (overdue && location.pathname !== SECURITY) throw redirect({ to: SECURITY, replace: true })
    // The last region is put into the address, where everything reads it.
    const region = readStoredRegion(localStorage)
    if (search['region'] === undefined && region !== null)
      throw redirect({ to: location.pathname, search: { ...search, region }, hash: location.hash, replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('./shell/Home.tsx')),
})

const notFound = createRoute({
  getParentRoute: () => shell,
  path: '$',
  staticData: { title: 'Page not found' },
  component: lazyRouteComponent(() => import('./shell/NotFound.tsx')),
})

/**
 * A page with its own refusal returns to where the user is. At a fresh address, or on the page itself once its right
 * is gone, there is nowhere: `back` leads home, otherwise the page says so.
 */
const stayWhenRefused = ({ permission, refused }: PortalPage, to: string, preload: boolean): void => {
  if (refused === undefined || permission === null || mayUse(permission)) return
  const here = router.state.resolvedLocation
  if (here === undefined || here.pathname === to) {
    if (refused === 'back') throw redirect({ to: '/', replace: true })
    return
  }
  if (!preload && refused === 'stay') notifyRefused()
  throw redirect({ to: here.pathname, search: here.search, hash: here.hash, replace: true })
}

const pages = modules.flatMap((module) =>
  module.pages.map((page) =>
    createRoute({
      getParentRoute: () => shell,
      path: page.path,
      staticData: { title: page.title, page, module: module.name },
      beforeLoad: ({ location, preload }) => stayWhenRefused(page, location.pathname, preload),
      component: lazyPage(page.load),
      errorComponent: RouteError,
    }),
  ),
)

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    setup,
    ...forgot,
    notMe,
    ...reset,
    shell.addChildren([home, ...pages, notFound]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  caseSensitive: false,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
})
