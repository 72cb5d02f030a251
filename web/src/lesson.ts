// A lesson for beginners: six short programs, each with a text about it.

import { t } from "./translate.ts";

/** A step of the lesson. */
export interface Step {
    title: string;
    text: string;
    listing: string;
}

/** The listing of the first visit. */
export const EXAMPLE = `10 REM Carrega em ${t`Run`}. Depois muda os numeros, e carrega outra vez
20 BORDER 1: PAPER 0: INK 7: CLS
30 FOR i=1 TO 7
40 PRINT AT i+1,4*i-2; PAPER i; INK 9;" OLA! "
50 BEEP .1,2*i
60 NEXT i
70 FOR x=0 TO 255
80 PLOT INK 1+INT (x/37);x,50+40*SIN (x/20)
90 NEXT x
`;

export const LESSON: readonly Step[] = [
    {
        title: "PRINT",
        text: t`A program is a list of numbered lines, which run in the order of their numbers. PRINT shows texts and results. Press Run, then
            change the text between the quotes, and press Run again.`,
        listing: '10 PRINT "Ola, mundo!"\n20 PRINT 6*7\n',
    },
    {
        title: "INPUT",
        text: t`INPUT asks a question and waits: type the answer on the screen, and press Enter. n$ is a variable: a name for the answer.
            A name with $ holds a text, a name without it holds a number.`,
        listing: '10 INPUT "Como te chamas? ";n$\n20 INPUT "Que idade tens? ";i\n30 PRINT "Ola, ";n$;"!"\n40 PRINT "Daqui a dez anos tens ";i+10\n',
    },
    {
        title: t`FOR and NEXT`,
        text: t`The lines between FOR and NEXT are repeated: i is 1, then 2, and so on. IF does something only when a condition holds.
            Try other numbers, or STEP 2 after the 10.`,
        listing: '10 INPUT "Que tabuada? ";t\n20 FOR i=1 TO 10\n30 PRINT t;" x ";i;" = ";t*i\n40 IF i=5 THEN PRINT "Metade!"\n50 NEXT i\n',
    },
    {
        title: t`Graphics`,
        text: t`The screen has 256 x 176 dots for drawing, with 0,0 at the bottom left. PLOT draws a dot, DRAW a line from there, CIRCLE a circle. INK is
            the colour of what is drawn, from 0 to 7, PAPER that of the background.`,
        listing:
            "10 BORDER 0: PAPER 0: INK 6: CLS\n20 FOR a=0 TO 2*PI STEP PI/20\n30 PLOT 128,88\n40 DRAW INK 1+6*RND;80*COS a,80*SIN a\n50 NEXT a\n60 CIRCLE 128,88,85\n",
    },
    {
        title: t`Sound`,
        text: t`BEEP plays a note: first its length in seconds, then its pitch, where 0 is middle C and each step is a semitone. READ takes the next value
            from DATA.`,
        listing:
            '10 REM d a duracao da nota, p a altura\n20 FOR n=1 TO 14\n30 READ d,p\n40 BEEP d,p: PRINT p;" ";\n50 NEXT n\n60 DATA .4,0,.4,0,.4,7,.4,7,.4,9,.4,9,.8,7\n70 DATA .4,5,.4,5,.4,4,.4,4,.4,2,.4,2,.8,0\n',
    },
    {
        title: t`A game`,
        text: t`INKEY$ is the key that is down now. Catch the stars: o moves to the left, p to the right. Change the game: make the stars faster, or count
            those that you miss.`,
        listing:
            '10 REM Apanha as estrelas: o esquerda, p direita\n20 BORDER 0: PAPER 0: INK 7: CLS\n30 LET x=15: LET pontos=0\n40 FOR e=1 TO 10\n50 LET c=INT (RND*30)+1\n60 FOR l=1 TO 20\n70 PRINT AT l-1,c;" ";AT l,c; INK 6;"*"\n80 LET k$=INKEY$\n90 LET n=x+(k$="p" AND x<29)-(k$="o" AND x>0)\n100 IF n<>x THEN PRINT AT 21,x;"   ": LET x=n\n110 PRINT AT 21,x; INK 4;"==="\n120 NEXT l\n130 PRINT AT 20,c;" "\n140 IF c>=x AND c<=x+2 THEN LET pontos=pontos+1: BEEP .1,20\n150 NEXT e\n160 PRINT AT 10,9;"Pontos: ";pontos;" em 10"\n',
    },
];
