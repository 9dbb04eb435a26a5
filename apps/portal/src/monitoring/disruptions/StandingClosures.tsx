import { api, type RoadClosure } from '@ambit/contract'
import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { notify } from '../../notifications/notify.tsx'
import { EffectBeneath } from '../../records/effects/EffectBeneath.tsx'
import { useFormat } from '../../settings/format.ts'
import { ConfirmDialog } from '../../table/RowActions.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import shared from './disruptions.module.css'
import classes from './StandingClosures.module.css'
import { closuresChanged } from './queries.ts'
import { disruptionStrings } from './strings.ts'
import type { Roads } from './use-roads.ts'

const words = disruptionStrings.roads

/** The roads that are closed now: which, until when, by whom, and the way to open them again. */
export const StandingClosures = ({ roads, timeZone }: { roads: Roads; timeZone: string }) => {
  const { query, standing } = roads
  const [asked, setAsked] = useState<RoadClosure | null>(null)
  const lift = async (): Promise<void> => {
    if (asked === null) return
    try {
      await client.call(api.roadClosures.lift, { params: { id: asked.id } })
      notify({ type: 'success', title: words.title, message: words.lifted })
    } catch (error) {
      announceFailure(error, words.liftFailed)
    } finally {
      closuresChanged()
      setAsked(null)
    }
  }
  return (
    <section className={shared['standing']} aria-label={words.standing}>
      <h3>{words.standing}</h3>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton h={54} />
        )
      ) : standing.length === 0 ? (
        <p className={shared['hint']}>{words.none}</p>
      ) : (
        <ul aria-label={words.standing}>
          {standing.map((closure) => (
            <Closure
              key={closure.id}
              closure={closure}
              timeZone={timeZone}
              onShow={() => roads.look([closure.longitude, closure.latitude])}
              onLift={roads.mayChange ? () => setAsked(closure) : undefined}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        question={
          asked === null ? null : { title: words.lift, text: words.liftQuestion(nameOf(asked)), button: words.lift }
        }
        danger={false}
        beneath={asked !== null && <EffectBeneath action={{ kind: 'road_opened', road_closure_id: asked.id }} />}
        onCancel={() => setAsked(null)}
        onConfirm={lift}
      />
    </section>
  )
}

/** Its streets' names; null: the street data have changed, and there is none any more. */
const nameOf = ({ closed }: RoadClosure): string =>
  closed === null ? words.noStreet : closed.streets.length === 0 ? words.unnamed : closed.streets.join(', ')

type Props = { closure: RoadClosure; timeZone: string; onShow: () => void; onLift?: () => void }

const Closure = ({ closure, timeZone, onShow, onLift }: Props) => {
  const format = useFormat(timeZone)
  const { until, message, reach_m, created_at, created_by_name } = closure
  const name = nameOf(closure)
  return (
    <li className={classes['closure']}>
      <div className={classes['closureHead']}>
        <strong>{name}</strong>
        <Tooltip label={words.show(name)} openDelay={750}>
          <ActionIcon size={26} aria-label={words.show(name)} onClick={onShow}>
            <IconCurrentLocation size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      {reach_m > 0 && <p>{words.within(reach_m)}</p>}
      <p className="numbers">{until === null ? words.openEnd : words.untilTime(format.dateTime(until))}</p>
      {message !== null && <p>{message}</p>}
      <p className={`numbers ${shared['hint']}`}>{words.by(created_by_name, format.dateTime(created_at))}</p>
      {onLift !== undefined && (
        <Button size="compact-sm" variant="default" mt={4} aria-label={words.liftOf(name)} onClick={onLift}>
          {words.lift}
        </Button>
      )}
    </li>
  )
}
