# girafa: name="hanoi"
10 REM TORRES DE HANOI
20 REM de, para: estacas do passo corrente; a terceira e' 6-de-para
30 REM PILHA s(): 12 = meia torre passada, 13 = a outra meia tambem
40 DIM s(100): LET topo=0
50 INPUT "NUMERO DE ANEIS ? ";n'; "NUMERO DA ESTACA DE PARTIDA? ";de'; "NUMERO DA ESTACA DE CHEGADA? ";para
60 PRINT '"    TRANSPORTE DE UM ANEL DE:"''''
100 REM CICLO: um anel da torre mais pequena de cada vez
110 GO SUB 200: GO SUB 500
120 IF s(topo)=12 THEN GO SUB 300: GO TO 110
130 GO SUB 400: IF topo<>0 THEN GO TO 120
140 STOP
200 REM DESCE ate' a uma torre de um so' anel
210 IF n=1 THEN RETURN
220 LET n=n-1: LET para=6-para-de
230 LET topo=topo+1: LET s(topo)=12
240 GO TO 210
300 REM BASE: passa o anel de baixo; a meia torre vai depois ter com ele
310 LET para=6-de-para: GO SUB 500
320 LET de=6-de-para
330 LET topo=topo+1: LET s(topo)=13: RETURN
400 REM SOBE 'a torre que continha as duas meias
410 LET de=6-de-para
420 LET topo=topo-2: LET n=n+1: RETURN
500 REM MOSTRA o transporte
510 PRINT TAB 11;de;" PARA ";para: RETURN
