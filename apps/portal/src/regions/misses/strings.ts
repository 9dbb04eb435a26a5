export const regionMissStrings = {
  title: 'Misses',
  form: 'Late cancellations and no-shows',
  thanks: 'Thank you',
  saved: 'Your settings of misses have been successfully updated',
  explained:
    'A miss is a late cancellation or a no-show. It costs nothing. Too many of them are a pattern, which is shown in the passenger’s dialog beside the average of the region; only rides whose evidence counts are in it.',
  policies: { off: 'Off', count: 'Count and show', propose: 'Count and propose steps' },
  fields: {
    miss_policy: 'Late Cancellations and No-Shows',
    miss_window_days: 'Counted over',
    pattern_misses: 'Misses at Least',
    pattern_share: 'Share of Own Journeys at Least',
    pattern_of_average: 'Times the Average at Least',
    pattern_min_journeys: 'Journeys at Least',
  },
  notes: {
    miss_policy:
      'Off: from now on none is noted, and those that were noted before are shown to nobody. They come back when it is switched on again. Count and propose steps: a pattern proposes a warning letter first, after a further one within 12 months a suspension of 7, then 14, 21 and at most 30 days; nothing happens before two people have decided.',
    miss_window_days: 'How far back misses and journeys count, 30 to 365. Older misses stay listed for 12 months.',
    pattern_misses: 'With fewer misses there is no pattern, 5 to 100.',
    pattern_share: 'Of the passenger’s journeys in that time, 15 to 100.',
    pattern_of_average:
      'The passenger’s share against that of all passengers of the region, 2 to 10: nobody stands out where many rides are missed.',
    pattern_min_journeys: 'With fewer journeys there is no pattern, 10 to 1,000. There and back are two.',
  },
  days: ' days',
  percent: ' %',
  times: ' ×',
  pattern: 'What is a pattern',
  patternExplained: 'All four have to be reached. The smallest figures are the strictest that a region may choose.',
} as const
