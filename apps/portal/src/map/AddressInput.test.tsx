import '@testing-library/jest-dom/vitest'
import type { Place } from '@ambit/contract'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { AddressInput } from './AddressInput.tsx'

const point: Place['point'] = [153.0211, -27.4712]

/** Coordinates were chosen; their address comes later. */
const Field = ({ address }: { address: Promise<string> }) => {
  const [value, setValue] = useState<Place | null>({ name: '-27.47120, 153.02110', point })
  useEffect(() => void address.then((name) => setValue({ name, point })), [address])
  return <AddressInput label="Centre" near={[153, -27]} value={value} onChange={setValue} />
}

test('text typed right after the address of coordinates has come replaces it', async () => {
  const user = userEvent.setup()
  const address = Promise.withResolvers<string>()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Field address={address.promise} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const input = await screen.findByRole('combobox', { name: 'Centre' })
  await user.click(input)
  address.resolve('112 Wharf Street, Port Halloran')
  await waitFor(() => expect(input).toHaveValue('112 Wharf Street, Port Halloran'))
  await user.keyboard('4')
  expect(input).toHaveValue('4')
  root.unmount()
})
