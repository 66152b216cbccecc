import { findNumber, type Search } from '#web/patient-pages/find-number.ts';

addEventListener('message', ({ data }: MessageEvent<Search>) => postMessage(findNumber(data)));
