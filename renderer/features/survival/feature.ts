import type { Feature } from '../../app/feature.ts';

export const feature: Feature = {};
