import { api, ssoFragments } from '@ambit/contract'
import { Button, Group, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { notify } from '../notifications/notify.tsx'
import { takeFragment } from '../url/fragment.ts'
import classes from './installation.module.css'
import { installationStrings as words } from './strings.ts'

/** What a provider that was tested says of whoever signed in there. */
export const TestResult = () => {
  const [claims, setClaims] = useState<Record<string, unknown> | null>(null)
  useEffect(() => {
    const { [ssoFragments.code]: code, [ssoFragments.refused]: refused, provider, ...rest } = takeFragment()
    const fail = (message: string): void => {
      notify({ type: 'error', title: words.test, message, decay: false })
    }
    if (code !== undefined)
      void client
        .call(api.ssoProviders.claims, { params: { id: Number(provider) }, body: { code } })
        .then(({ data }) => setClaims(data.claims))
        .catch((error: unknown) => announceFailure(error, words.test))
    else if (refused !== undefined) fail(words.testRefused(refused))
    else if (rest[ssoFragments.away] !== undefined) fail(words.testAway)
  }, [])
  return (
    <Modal
      opened={claims !== null}
      onClose={() => setClaims(null)}
      title={words.claims}
      size={720}
      centered
      attributes={{ header: { role: 'none' } }}
    >
      <p className={classes['text']}>{words.claimsText}</p>
      <dl className={classes['claims']}>
        {Object.entries(claims ?? {}).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      <Group justify="flex-end" mt={16}>
        <Button data-autofocus onClick={() => setClaims(null)}>
          {words.close}
        </Button>
      </Group>
    </Modal>
  )
}
