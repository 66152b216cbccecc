import { z } from 'zod';

// By default zod tries whether it may compile code, which the content policy forbids and the browser reports.
z.config({ jitless: true });
