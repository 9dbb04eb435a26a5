import type { RideBooking, RideWalks } from '@ambit/contract'
import { dueOf } from '../ride/happening.ts'
import { StopLine } from '../ui/StopLine.tsx'
import { useRide } from '../ui/ride.tsx'
import { BoardingCode } from './BoardingCode.tsx'
import { Emergency, FollowedFacts, Sentence } from './FollowedFacts.tsx'
import { MapOfRide } from './MapOfRide.tsx'
import styles from './screens.module.css'

/** What is known of a ride: the sentence, the expected and the promised time, the vehicle, and what is to be paid. */
export const RideFacts = ({ ride, walks = null }: { ride: RideBooking; walks?: RideWalks | null }) => {
  const { say, timesOf } = useRide()
  const times = timesOf(ride.time_zone)
  return (
    <>
      <Sentence ride={ride} />
      <BoardingCode code={ride.boarding_code} />
      <dl className={styles['facts']}>
        <FollowedFacts ride={ride} />
        <div>
          <dt>{say('to_pay')}</dt>
          <dd>{dueOf(ride, { say, times })}</dd>
        </div>
      </dl>
      <Emergency ride={ride} />
      <MapOfRide ride={ride} walks={walks} />
      <StopLine label={say('pick_up')} stop={ride.pickup} times={times} />
      <StopLine label={say('drop_off')} stop={ride.dropoff} times={times} />
    </>
  )
}
