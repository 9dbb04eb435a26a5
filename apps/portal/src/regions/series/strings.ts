export const regionSeriesStrings = {
  title: 'Recurring Journeys',
  form: 'Recurring journeys',
  thanks: 'Thank you',
  saved: 'Your settings of recurring journeys have been successfully updated',
  explained: 'On a date without service a ride is left out, and on one with other hours unless it fits into them.',
  ways: { tell: 'Tell the passenger', ask: 'Ask me' },
  fields: { series_left_out: 'A Ride Is Left Out', series_share_max: 'Share of the Seats on Offer at Most' },
  percent: ' %',
  ada: (share: number) => `ADA: ${share} %`,
  notes: {
    series_share_max:
      'In any clock hour, 1 to 100; empty: no limit. Beyond it a new recurring journey waits in Recurring Journeys, without rides, and is looked at each night in the order of the list.',
    series_left_out:
      'Seven days before. Tell the passenger: by e-mail; who has no address or no smartphone is to be called. Ask me: nothing is sent, and Exceptions asks about each date, so that staff can agree another time.',
  },
} as const
