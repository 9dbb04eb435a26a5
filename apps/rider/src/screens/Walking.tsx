import { useId, useState } from 'react'
import { api, type RideBooking, type RideOffering, type RideStop, type RideWalk, type RideWalks } from '@ambit/contract'
import { isWalk, viewOf } from '../ride/seen.ts'
import { stretchesOf, stretchIn } from '../ride/stretches.ts'
import { walkingTexts } from '../texts/walking.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useMetres } from '../ui/use-metres.ts'
import { DrawnMap } from './DrawnMap.tsx'
import styles from './screens.module.css'
import walking from './walking.module.css'

type End = 'pickup' | 'dropoff'
const ends = ['pickup', 'dropoff'] as const

/** Distances are told in tens, and none of them as nothing. Metres */
const LEAST_TOLD_M = 10

/** What is walked between the door and the stop, from turn to turn. */
const WalkSteps = ({ end, walk }: { end: End; walk: RideWalk }) => {
  const { language } = useRide()
  const metres = useMetres()
  const id = useId()
  const stretches = stretchesOf(walk)
  if (stretches.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{walkingTexts[language][end]}</h3>
      <ol className={walking['steps']} aria-labelledby={id}>
        {stretches.map((stretch, place) => (
          <li key={place}>{stretchIn(language, stretch, metres(Math.max(LEAST_TOLD_M, stretch.metres)))}</li>
        ))}
      </ol>
    </section>
  )
}

type RideProps = { ride: RideBooking; walks: RideWalks | null }

/** The steps of the ways on foot that are still ahead; the map of the ride draws the next of them. */
export const WalksOfRide = ({ ride, walks }: RideProps) => {
  const ahead = ends.filter((end) => isWalk(ride[end]) && (end === 'dropoff' || ride.phase !== 'on_board'))
  return ahead.map((end) => {
    const walk = walks?.[end] ?? null
    return walk && <WalkSteps key={end} end={end} walk={walk} />
  })
}

/** Behind a line that opens, both ways on foot of an offering on maps and in steps. */
export const WalksOfOffer = ({ offering }: { offering: RideOffering }) => {
  const { language } = useRide()
  const [isOpen, setOpen] = useState(false)
  if (!ends.some((end) => isWalk(offering[end]))) return null
  return (
    <details className={styles['group']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles['summary']}>{walkingTexts[language].way_on_foot}</summary>
      {isOpen && <Shown offering={offering} />}
    </details>
  )
}

const Shown = ({ offering }: { offering: RideOffering }) => {
  const { say } = useRide()
  const { answer, trouble } = useAsked(api.ride.offeringWalks, { params: { id: offering.id } })
  return (
    <div className={styles['form']}>
      {answer === null && trouble === null && <p role="status">{say('loading')}</p>}
      <TroubleNote trouble={trouble} />
      {ends.map((end) => {
        const walk = answer?.data[end] ?? null
        return walk && isWalk(offering[end]) && <Drawn key={end} end={end} walk={walk} stop={offering[end]} />
      })}
    </div>
  )
}

const Drawn = ({ end, walk, stop }: { end: End; walk: RideWalk; stop: RideStop }) => {
  const { language } = useRide()
  const shown = { way: [], walk: walk.path, turn: null, stop: stop.point, vehicle: null }
  return (
    <>
      <DrawnMap label={walkingTexts[language][`map_${end}`]} shown={shown} {...viewOf(walk.path)} />
      <WalkSteps end={end} walk={walk} />
    </>
  )
}
