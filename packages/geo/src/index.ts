export * from './flexible-polyline.ts'
export * from './line.ts'
export * from './point.ts'
export * from './polygon.ts'
