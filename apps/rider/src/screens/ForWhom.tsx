import type { RidePassenger } from '@ambit/contract'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'
import { NextRide } from './NextRide.tsx'
import styles from './screens.module.css'

/** Whose ride it is, where it is another's than the passenger's who has signed in. */
export const ForWhom = ({ name, canChange = false }: { name: string | null; canChange?: boolean }) => {
  const { say, flow, me } = useRide()
  if (name === null && (!canChange || me === null || me.helps.length === 0)) return null
  return (
    <p className={styles['split']}>
      <strong>{say('ride_for', { name: name ?? me?.first_name ?? '' })}</strong>
      {canChange && (
        <button type="button" className="plain" onClick={() => flow.change({ traveler: null })}>
          {say('someone_else')}
        </button>
      )}
    </p>
  )
}

/** Asked before anything else by those who book for others too. */
export const WhoFor = ({ me }: { me: RidePassenger }) => {
  const { say, flow } = useRide()
  const people = [
    { id: me.id, name: null, shown: say('for_me', { name: me.first_name }), wheelchair: me.wheelchair },
    ...me.helps.map((one) => ({ ...one, shown: one.name })),
  ]
  return (
    <Page title={say('who_for')} about="who for" above={<NextRide />}>
      <ul className={styles['list']}>
        {people.map(({ id, name, shown, wheelchair }) => (
          <li key={id}>
            <button
              type="button"
              className={styles['wide']}
              onClick={() => {
                // What another needs is not what this one needs.
                flow.preset()
                flow.change({ traveler: { id, name }, wheelchairs: wheelchair ? 1 : 0 })
              }}
            >
              {shown}
            </button>
          </li>
        ))}
      </ul>
    </Page>
  )
}
