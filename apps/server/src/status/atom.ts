import { statusPartNames } from '@ambit/contract'
import { escape } from '../http/html.ts'
import type { Incident, StatusReport } from './report.ts'

/** Incidents as an Atom feed (RFC 4287): each update is a new version of its incident's entry. */
export const atomOf = ({ service, incidents, read_at }: StatusReport, publicUrl: string | null): string => {
  const at = `${publicUrl ?? ''}/status`
  const updated = incidents.map(({ updated_at }) => updated_at.getTime())
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:ambit:status</id><title>Status of ${escape(service)}</title>
<updated>${new Date(Math.max(0, ...updated) || read_at).toISOString()}</updated><author><name>${escape(service)}</name></author>
<link href="${escape(at)}"/><link rel="self" href="${escape(at)}.atom"/>
${incidents.map((incident) => entryOf(incident, at)).join('\n')}
</feed>`
}

const entryOf = (
  { id, title, planned, parts, region_name, starts_at, ends_at, updates, updated_at }: Incident,
  at: string,
) => {
  const what = [planned ? 'Planned works' : 'Incident', ...parts.map((part) => statusPartNames[part])]
  const when = `${starts_at.toISOString()} to ${ends_at?.toISOString() ?? 'now'}`
  const text = [
    `${what.join(', ')}${region_name === null ? '' : ` (${region_name})`}, ${when}`,
    ...updates.toReversed().map((update) => `${update.at}: ${update.text}`),
  ]
  return `<entry><id>urn:ambit:incident:${id}</id><title>${escape(title)}</title><updated>${updated_at.toISOString()}</updated>
<link href="${escape(at)}#incident-${id}"/><content type="text">${escape(text.join('\n'))}</content></entry>`
}
