import '@testing-library/jest-dom/vitest'
import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { screen } from '@testing-library/dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { useErrorList } from '../ui/error-list.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { loadWithin } from '../ui/load-within.ts'
import { RouteError } from './RouteError.tsx'

const Listed = () => <p>{useErrorList().length} listed</p>

test('a page whose code comes late while its route is loaded is shown without a press of a button once it is there', async () => {
  const code = Promise.withResolvers<{ default: () => string }>()
  let asked = 0
  const load = () => loadWithin(() => ((asked += 1), code.promise), 10)
  const root = createRootRoute({ component: () => [<Listed key="listed" />, <Outlet key="outlet" />] })
  const Page = lazyComponent(load, () => 'Loading')
  const component = Object.assign(() => <Page />, { preload: Page.preload })
  const page = createRoute({ getParentRoute: () => root, path: '/', component, errorComponent: RouteError })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory(),
    defaultPendingMinMs: 0,
  })
  const drawn = createRoot(document.body.appendChild(document.createElement('div')))
  drawn.render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  expect(await screen.findByText('This page is taking a long time to load. Try again in a moment.')).toBeVisible()
  expect(await screen.findByText('1 listed')).toBeVisible()
  code.resolve({ default: () => 'The page' })
  expect(await screen.findByText('The page')).toBeVisible()
  expect(await screen.findByText('0 listed')).toBeVisible()
  const before = asked
  await router.invalidate()
  expect(asked).toBe(before)
  drawn.unmount()
})
