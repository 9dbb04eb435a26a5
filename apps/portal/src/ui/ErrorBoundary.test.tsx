import '@testing-library/jest-dom/vitest'
import { MantineProvider } from '@mantine/core'
import { screen } from '@testing-library/dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { useErrorList } from './error-list.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { loadWithin } from './load-within.ts'

const Listed = () => <p>{useErrorList().length} listed</p>

test('a page whose code comes late is reported, and shown without a press of a button once it is there', async () => {
  const code = Promise.withResolvers<{ default: () => string }>()
  const Page = lazyComponent(
    () => loadWithin(() => code.promise, 10),
    () => 'Loading',
  )
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <MantineProvider>
      <Listed />
      <ErrorBoundary>
        <Page />
      </ErrorBoundary>
    </MantineProvider>,
  )
  expect(await screen.findByText('This page is taking a long time to load. Try again in a moment.')).toBeVisible()
  expect(await screen.findByText('1 listed')).toBeVisible()
  code.resolve({ default: () => 'The page' })
  expect(await screen.findByText('The page')).toBeVisible()
  expect(await screen.findByText('0 listed')).toBeVisible()
  root.unmount()
})
