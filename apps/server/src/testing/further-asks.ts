type Theirs = { region: number; zone: number; exception: number }

const rule = { kind: 'no_signal', enabled: true, watch: null, soon: 5, urgent: 10 }

/** Calls about exceptions of another region, which are refused at a field or answered for each by itself, and about streets, which are public. */
export const furtherAsks = ({ region, zone: zone_id, exception }: Theirs) => ({
  naming: {
    'exceptions.create': { body: { text: 'Look', severity: 'watch', zone_id }, pointer: '/zone_id' },
    'exceptionRules.update': { body: { ...rule, zone_id }, pointer: '/zone_id' },
    'exceptionMutes.create': {
      body: { zone_id, kind: 'no_signal', minutes: 30, reason: 'A test' },
      pointer: '/zone_id',
    },
    'handovers.brief': { query: `?region_id=${region}`, pointer: undefined },
    'handovers.create': { body: { region_id: region, zone_ids: [], taker_id: 1, note: '' }, pointer: undefined },
    'watches.start': { body: { zone_ids: [zone_id] }, pointer: '/zone_ids' },
    'watches.people': { query: `?region_id=${region}`, pointer: undefined },
  },
  shared: {
    'exceptions.bulk': {
      body: { ids: [exception], action: 'acknowledge' },
      why: 'Each is refused by itself, in the answer',
    },
    'geo.autosuggest': { query: '?q=Harbour', why: 'Street data are public' },
    'geo.geocode': { query: '?latlng=-27.47,153.02', why: 'Street data are public' },
    'geo.revgeocode': { query: '?at=-27.47,153.02', why: 'Street data are public' },
    'geo.routes': { query: '?origin=-27.47,153.02&destination=-27.47,153.03', why: 'Street data are public' },
    'geo.textSearch': { query: '?query=Harbour', why: 'Street data are public' },
  },
})
