import { api, type ErasurePreview, type TravelerDetails } from '@ambit/contract'
import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { travelerRecords } from '../../records/travelers.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { EraseForm } from './EraseForm.tsx'
import classes from './EraseTravelerDialog.module.css'
import { eraseStrings as words } from './strings.ts'

const previewQuery = (id: number) =>
  queryOptions({
    queryKey: travelerRecords.key('erase', id),
    queryFn: ({ signal }) =>
      client.call(api.travelers.previewErase, { params: { id }, signal }).then(({ data }) => data),
    // What is in the way may have ended since it was last looked at.
    gcTime: 0,
  })

/** What erasing a passenger takes away, what it leaves and what is in the way; then the way to do it. */
const EraseTravelerDialog = () => {
  const id = Number(useDialog().id)
  return (
    <Loaded query={useQuery(travelerRecords.one(id))} title={words.title}>
      {(traveler) => (
        <DialogFrame title={words.title} id={traveler.full_name}>
          <Preview traveler={traveler} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default EraseTravelerDialog

const Preview = ({ traveler }: { traveler: TravelerDetails }) => {
  const preview = useQuery(previewQuery(traveler.id))
  if (preview.data === undefined)
    return preview.isError ? <ErrorState error={preview.error} onRetry={() => void preview.refetch()} /> : null
  const { obstacles } = preview.data
  return (
    <div className={classes['erase']}>
      <p>{words.number(traveler.id)}</p>
      {obstacles.length > 0 && (
        <ToneAlert tone="warning" title={words.obstacles}>
          <ul>
            {obstacles.map((text) => (
              <li key={text}>{words.obstacle(text)}</li>
            ))}
          </ul>
          <Button
            mt={8}
            size="compact-sm"
            variant="default"
            loading={preview.isFetching}
            onClick={() => void preview.refetch()}
          >
            {words.again}
          </Button>
        </ToneAlert>
      )}
      <Effects preview={preview.data} />
      {obstacles.length === 0 && <EraseForm traveler={traveler} onRefused={() => void preview.refetch()} />}
    </div>
  )
}

const Effects = ({ preview: { removed, kept } }: { preview: ErasurePreview }) => (
  <>
    <section aria-labelledby="erase-removed">
      <h3 id="erase-removed">{words.removed}</h3>
      <ul>
        {removed.map(({ what, count }) => (
          <li key={what}>{words.count(what, count)}</li>
        ))}
      </ul>
    </section>
    <section aria-labelledby="erase-kept">
      <h3 id="erase-kept">{words.kept}</h3>
      <ul>
        {kept.map(({ what, reason }) => (
          <li key={what}>{words.keptFor(what, reason)}</li>
        ))}
      </ul>
    </section>
  </>
)
