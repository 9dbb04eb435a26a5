import { api } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useScope } from '../url/scope.ts'
import { CatchUpList } from './CatchUpList.tsx'
import classes from './continuity.module.css'
import { FolderStates } from './FolderStates.tsx'
import { PackList } from './PackList.tsx'
import { continuityChanged, packsQuery } from './queries.ts'
import { continuityStrings as words } from './strings.ts'

/** Packs for working without the server, how their folders stand, and what was written on paper since. */
const PacksPage = () => {
  const can = useCan()
  const [{ region }] = useScope()
  const packs = useQuery(packsQuery)
  const state = packs.data?.meta.state
  const waits = state?.regions.some((one) => one.wanted && (region === null || one.id === region)) === true
  const writeNow = async (): Promise<void> => {
    try {
      await client.call(api.continuityPacks.create, { body: { region_id: region } })
    } catch (error) {
      announceFailure(error, words.writeFailed)
    }
    continuityChanged()
  }
  const action = can('Settings:continuity:canUpdate') && state !== undefined && state.folders.length > 0 && (
    <Button onClick={() => void writeNow()} disabled={waits}>
      {waits ? words.writing : words.writeNow}
    </Button>
  )
  return (
    <>
      <PageHeader action={action} />
      <div className={classes['page']}>
        <p className={classes['explained']}>{words.explained}</p>
        {packs.isError && packs.data === undefined && (
          <ErrorState error={packs.error} onRetry={() => void packs.refetch()} />
        )}
        {packs.data !== undefined && state !== undefined && (
          <>
            <FolderStates state={state} region={region} />
            <PackList packs={packs.data.data} state={state} region={region} />
          </>
        )}
        <CatchUpList region={region} />
      </div>
    </>
  )
}
export default PacksPage
