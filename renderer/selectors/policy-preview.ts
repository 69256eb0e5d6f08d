import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import { previewPolicy, type PolicyPreview, type ThreadProfile } from '../../core/replay/index.ts';
import { memoizeLast } from './memoize-last.ts';

/**
 * What the policy makes of the thread. Panel, chart and run list all ask for the same one while a knob
 * turns, so it is worked out once per turn.
 */
export const policyPreview = memoizeLast((profile: ThreadProfile, policy: PolicySpec): PolicyPreview =>
  previewPolicy(profile, policy),
);
