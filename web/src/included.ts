// What the build knows of the included programs.

/** A program that comes with Girafa. */
export interface Program {
    id: string;
    title: string;
    listing: string;
    is_of_book: boolean;
    sessions: { name: string; answers: string[] }[];
}

/** The included programs in the order of their ids, and the sessions that can be compared with native code. */
export interface Included {
    programs: Program[];
    comparable: { id: string; sessions: string[] }[];
}
