import type { BriefSection } from '@ambit/contract'

const states = { offered: 'Offered', accepted: 'Accepted', replaced: 'Replaced' } as const

export const handoverStrings = {
  brief: 'Brief',
  list: 'Handovers',
  states,
  chooseRegion: 'Choose a region at the top to hand over.',
  missing: 'There is no such handover.',
  toYou: 'to you',
  offerWaits: (giver: string) => `${giver} hands over to you`,
  readIt: 'Read the brief',
  formerUser: 'A former user',
  name: (giver: string, taker: string, region: string, time: string) => `${giver} to ${taker}, ${region}, ${time}`,
  zones: (names: readonly string[]) => `Zones: ${names.join(', ')}`,
  offered: (time: string) => `Offered ${time}`,
  accepted: (time: string) => `Accepted ${time}`,
  since: (time: string) => `Changes since ${time}`,
  note: 'Note',
  taker: 'To whom',
  chooseTaker: 'Choose a person',
  onWatch: (name: string) => `${name} (on watch)`,
  offer: 'Offer handover',
  offerDone: 'The handover is offered.',
  offerFailed: 'The handover could not be offered',
  read: (section: string) => `Read: ${section}`,
  accept: 'Accept handover',
  acceptDone: 'You have taken over.',
  acceptFailed: 'The handover could not be accepted',
  back: 'All handovers',
  fresh: 'New',
  empty: (sections: readonly string[]) => `Nothing in: ${sections.join(', ')}`,
  nothing: 'There is nothing to tell.',
  print: 'Print',
  more: (count: number) => `And ${count} more, which are not listed here`,
  late: (minutes: number) => `${minutes} min late`,
  by: (name: string) => `by ${name}`,
  until: (time: string) => `until ${time}`,
  booking: (id: number) => `Booking ${id}`,
  noVehicle: 'A schedule has no vehicle',
  noDriver: 'A schedule has no driver',
  gone: 'A record that is gone',
  schedule: (vehicle: string | null) => (vehicle === null ? 'Schedule' : `Schedule of ${vehicle}`),
} as const

/** Sections in which the whole day matters, and not only its clock. */
export const datedSections: readonly BriefSection[] = ['missing', 'schedules', 'closures']
