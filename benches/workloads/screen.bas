10 REM screen: colours and positions, lines, scrolling
20 FOR i=0 TO 21: PRINT AT i,i/2; INK i/3;"Girafa ";i*i: NEXT i
30 FOR i=0 TO 255 STEP 8: PLOT i,0: DRAW 255-2*i,175: NEXT i
40 FOR i=1 TO 60: POKE 23692,255: PRINT i,i*3;" ";CHR$ (65+i/3): NEXT i
50 CLS : GO TO 20
