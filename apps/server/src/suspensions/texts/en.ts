import type { LetterTexts } from './letter-texts.ts'

export const en: LetterTexts = {
  letter: {
    warning: 'About rides that you missed',
    suspension: 'You cannot book for some days',
    why: (region) => `Several rides that you booked in ${region} were cancelled late or left without you.`,
    warns:
      'This letter is a warning. You can book as before. If it happens again within 12 months, we may stop your bookings for 7 days.',
    suspends: (days, from, until) =>
      days === 1
        ? `You cannot book rides for ${from}.`
        : `For ${days} days, from ${from} to ${until}, you cannot book rides.`,
    rides: 'These are the rides:',
    object: (until, contact) => `If you think that this is not right, you can object until ${until}. ${contact}`,
    holds: 'If you object by then, you can book as before until we have decided.',
    costsNothing: 'It costs you nothing, and it ends by itself.',
    hearing: 'You can tell us in person what happened. Somebody who had no part in this letter decides.',
  },
  decision: {
    title: 'Our decision on your objection',
    opening: (objectedOn) => `On ${objectedOn} you objected to our letter. We have looked at it again.`,
    outcomes: {
      upheld: 'You are right. The letter does not count, and nothing follows from it.',
      shortened: 'We have made the days fewer.',
      refused: 'The letter stands.',
    },
    reasons: (reasons) => `Our reasons: ${reasons}`,
    ask: (contact) => `Do you have questions? ${contact}`,
  },
  ride: (day, from, until, place) => `${day}, pick-up between ${from} and ${until}, ${place}.`,
  evidence: (kind, { minutes_before, waited_minutes }) => {
    if (kind === 'no_show')
      return waited_minutes === undefined
        ? 'The vehicle came, and you were not there.'
        : `The vehicle waited for ${waited_minutes} minutes, and you did not come.`
    if (minutes_before === undefined) return 'You cancelled late.'
    return minutes_before >= 0
      ? `You cancelled ${minutes_before} minutes before that time.`
      : `You cancelled ${-minutes_before} minutes after that time had begun.`
  },
  contact: (phone, email) => {
    if (phone === null && email === null) return 'Please answer this letter.'
    if (phone === null) return `Please write to ${email}.`
    return email === null ? `Please call ${phone}.` : `Please call ${phone} or write to ${email}.`
  },
}
