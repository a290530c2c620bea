import { createTwists } from './create.ts';
import { anyTwists, caseTwists, postTwists, readTwists } from './request.ts';
import type { Step, Twist, Twists } from '../step.ts';
import { uploadTwists } from './upload.ts';

const twists: Record<Step['do'], Twists> = {
  create: { ...createTwists, ...postTwists, ...anyTwists },
  upload: { ...uploadTwists, ...postTwists, ...caseTwists, ...anyTwists },
  read: { ...readTwists, ...caseTwists, ...anyTwists },
};

/** The names of the twists that a request for an operation can have. */
export const twistNames: Record<Step['do'], string[]> = {
  create: Object.keys(twists.create),
  upload: Object.keys(twists.upload),
  read: Object.keys(twists.read),
};

export const twistNamed = (operation: Step['do'], name: string): Twist | undefined => twists[operation][name];
