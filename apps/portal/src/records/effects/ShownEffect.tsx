import type { DispatchAction, EffectOption } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { zoneOptions } from '../zones.ts'
import classes from './effect.module.css'
import { EffectView, Sentences } from './EffectView.tsx'
import { effectStrings as words } from './strings.ts'
import { ToldByHand } from './ToldByHand.tsx'
import { useFirstOption } from './use-preview.ts'

type Props = { action: DispatchAction; title?: string }

/** What was asked for, as it would come out: the first option of its preview, and why it is none. */
const ShownEffect = ({ action, title = words.title }: Props) => {
  const { data: preview, error, refetch } = useFirstOption(action)
  const zones = useQuery(zoneOptions(null))
  const timeZone = zones.data?.find(({ id }) => id === preview?.zones[0]?.zone_id)?.time_zone
  const asked = preview?.options.find(({ acceptable }) => acceptable)
  return (
    <section aria-label={title}>
      <h3 className={classes['heading']}>{title}</h3>
      {preview === undefined ? (
        error === null ? (
          <div role="status">
            <p className={classes['hint']}>{words.working}</p>
            <Skeleton h={54} mt={8} />
            <Skeleton h={140} mt={8} />
          </div>
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Sentences sentences={preview.refused.map(({ text }) => text)} />
          {asked !== undefined && (
            <>
              <EffectView option={asked} timeZone={timeZone} changed={undefined} />
              <Told option={asked} />
            </>
          )}
        </>
      )}
    </section>
  )
}
export default ShownEffect

const Told = ({ option: { effect } }: { option: EffectOption }) => (
  <>
    <Sentences
      title={words.messages}
      sentences={effect.messages.map(({ traveler_name, channel, text }) =>
        [traveler_name, channel, text].filter((part) => part !== null).join(', '),
      )}
    />
    <ToldByHand effect={effect} />
  </>
)
