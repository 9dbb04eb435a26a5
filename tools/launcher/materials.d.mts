export type Bill = { bomFormat: string; specVersion: string; components: readonly { purl: string }[] }
export type Licence = { name: string; version: string; licence: string; text: string }

export function billOfMaterials(node: string): Promise<Bill>
export function licencesOf(bill: Bill): Licence[]
export function writeMaterials(node: string): Promise<void>
