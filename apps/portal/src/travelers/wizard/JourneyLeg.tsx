import type { ServiceOffering } from '@ambit/contract'
import { useFormat } from '../../settings/format.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { searchBody } from './booking-request.ts'
import { changeLeg, hasStops } from './legs.ts'
import { LegChoice } from './LegChoice.tsx'
import { OtherTimes } from './OtherTimes.tsx'
import { wizardStrings } from './strings.ts'
import { timesOfJourney } from './times-of-journey.ts'
import type { Missed } from './use-journey.ts'
import type { ChosenLeg } from './use-legs.ts'
import { backBody, promisedStay } from './way-back.ts'

type Props = {
  draft: BookingDraft
  leg: ChosenLeg
  index: number
  /** what is chosen of the leg before */
  before: ServiceOffering | undefined
  /** when the first leg was asked for */
  askedAt: string | null
  timeZone: string | undefined
  /** it begins before the passenger can be there */
  missed: Missed | null
  /** on the map */
  onShow: () => void
}

/** One leg of a journey. A leg after a stay has no times of its own to choose: the stay says when it is. */
export const JourneyLeg = ({ draft, leg, index, before, askedAt, timeZone, missed, onShow }: Props) => {
  const { uuid } = draft
  const format = useFormat(timeZone)
  const { stay_minutes: stay, chosen } = leg
  const isStay = stay !== null && before !== undefined && chosen !== undefined && missed === null
  const { least, most } = isStay ? promisedStay(before, chosen) : { least: 0, most: 0 }
  const [ends, from] = missed === null ? ['', ''] : [format.time(missed.ends), format.time(missed.from)]
  const problem =
    stay === null ? wizardStrings.back.tooEarly(ends, from) : wizardStrings.stops.tooEarly(ends, stay, from)
  return (
    <LegChoice
      leg={leg}
      draft={draft}
      format={format}
      stayed={isStay ? wizardStrings.stops.promised(least, most) : null}
      takesFocus={index === 0}
      problem={missed && problem}
      times={
        askedAt !== null &&
        (index === 0 || !hasStops(draft)) && (
          <OtherTimes
            way={leg.title}
            body={index === 0 ? searchBody(draft, new Date(askedAt)) : backBody(draft, new Date(askedAt))}
            data={leg.data}
            busy={draft.loading}
            format={format}
            atOnce={chosen === undefined}
            onTake={timesOfJourney(draft, askedAt)[index === 0 ? 'there' : 'back']}
          />
        )
      }
      onChoose={(offeringId) => {
        onShow()
        changeLeg(uuid, index, { offeringId })
      }}
      onCode={(discountCode) => changeLeg(uuid, index, { discountCode })}
    />
  )
}
